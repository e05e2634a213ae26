const arches = [0, 1, 2, 3, 4, 5];

export function GateDrawing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 600 640" fill="none" className={className} preserveAspectRatio="xMidYMax meet">
      {arches.map((arch) => {
        const half = 290 - arch * 44;
        const top = 30 + arch * 62;
        return (
          <path
            key={arch}
            d={`M${300 - half} 640V${top + half}a${half} ${half} 0 0 1 ${2 * half} 0V640Z`}
            fill={arch === arches.length - 1 ? "oklch(0.82 0.13 80)" : `oklch(${0.33 + arch * 0.035} 0.06 ${220 - arch * 2})`}
          />
        );
      })}
    </svg>
  );
}
