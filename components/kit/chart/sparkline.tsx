const [barWidth, gap, height] = [4, 1, 24];

/** Values as small bars, scaled to the largest; hidden from screen readers. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const largest = Math.max(1, ...values);
  const width = values.length * (barWidth + gap);
  const bars = values.map((value, index) => {
    const size = value === 0 ? 1 : Math.max(2, (value / largest) * height);
    return `M${index * (barWidth + gap)} ${height}h${barWidth}v${-size}h${-barWidth}z`;
  });
  return (
    <svg aria-hidden width={width} height={height} viewBox={`0 0 ${width} ${height}`} className="inline-block max-w-none text-danger">
      <path d={bars.join("")} fill="currentColor" />
    </svg>
  );
}
