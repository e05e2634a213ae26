import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { provideBrowser } from "#e2e/setup/browser.ts";
import { scrapeSeconds } from "#scripts/rehearsal/prometheus.ts";
import type { Prometheus } from "#scripts/rehearsal/prometheus.ts";
import type { Lived } from "#scripts/rehearsal/run-incident.ts";

const root = join(import.meta.dirname, "../..");

/** What of Grafana's panels is drawn here. */
interface Panel {
  type: string;
  title: string;
  gridPos: { h: number; w: number; x: number; y: number };
  fieldConfig?: { defaults: { unit: string } };
  targets?: { expr: string; legendFormat?: string }[];
}

interface Line {
  legend: string;
  points: { at: number; value: number }[];
}

/** In pixels: the columns and lines of Grafana's grid, and what surrounds a chart. */
const column = 46;
const line = 21;
const [left, top, bottom] = [46, 26, 34];
/** Grafana takes four scrapes at the least. */
const rateInterval = `${4 * scrapeSeconds}s`;
const pointsOfLine = 250;
const shownLegends = 4;
const colours = ["#2563eb", "#d97706", "#059669", "#dc2626", "#7c3aed", "#0891b2", "#be185d", "#65a30d", "#475569", "#b45309", "#1e40af"];

/**
 * Draws the panels of ops/grafana-dashboard.json over the incidents as a PNG, from the same queries; for machines without a Grafana. Returns
 * the titles of the panels without data.
 */
export async function drawDashboard(prometheus: Prometheus, lived: readonly Lived[], to: number, file: string): Promise<string[]> {
  const { panels } = JSON.parse(readFileSync(join(root, "ops/grafana-dashboard.json"), "utf8")) as { panels: Panel[] };
  const from = (lived[0]?.beganAt ?? to) - 30_000;
  const empty: string[] = [];
  const parts: string[] = [];
  for (const panel of panels) {
    const lines = await readLines(prometheus, panel, from / 1000, to / 1000);
    if (panel.type !== "row" && !lines.some(({ points }) => points.length > 0)) empty.push(panel.title);
    parts.push(panel.type === "row" ? drawRow(panel) : drawPanel(panel, lines, { from, to, lived }));
  }
  const height = line * Math.max(...panels.map(({ gridPos: { y, h } }) => y + h));
  const legend = lived.map(({ incident: { name } }, index) => `<b>${index + 1}</b> ${name}`).join(" · ");
  const html = `<!doctype html><meta charset="utf-8"><style>
    body { margin: 12px; width: ${24 * column}px; background: #f4f4f5; font: 12px sans-serif; color: #18181b }
    main { position: relative; height: ${height}px }
    section, h2 { position: absolute; box-sizing: border-box; margin: 0 } h2 { font-size: 14px; padding-top: 4px }
    section { background: #fff; border: 1px solid #e4e4e7; border-radius: 4px }
    text { font: 10px sans-serif; fill: #52525b }</style><p>${legend}</p><main>${parts.join("")}</main>`;
  const browser = await chromium.launch({ executablePath: provideBrowser(), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 24 * column + 24, height: height + 60 } });
    await page.setContent(html);
    await page.screenshot({ path: file, fullPage: true });
  } finally {
    await browser.close();
  }
  return empty;
}

async function readLines(prometheus: Prometheus, { targets = [] }: Panel, from: number, to: number): Promise<Line[]> {
  const step = Math.max(scrapeSeconds, Math.ceil((to - from) / pointsOfLine));
  const found = targets.map(async ({ expr, legendFormat = "" }) => {
    const series = await prometheus.queryRange(expr.replaceAll("$__rate_interval", rateInterval), from, to, step);
    return series.map(({ metric, values }) => ({
      legend: legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_all, label: string) => metric[label] ?? ""),
      points: values.map(([at, value]) => ({ at: 1000 * at, value: Number(value) })).filter(({ value }) => Number.isFinite(value)),
    }));
  });
  return (await Promise.all(found)).flat();
}

function place({ gridPos: { x, y, w, h } }: Panel): string {
  return `left:${x * column}px;top:${y * line}px;width:${w * column - 6}px;height:${h * line - 6}px`;
}

function drawRow(panel: Panel): string {
  return `<h2 style="${place(panel)}">${panel.title}</h2>`;
}

function drawPanel(
  panel: Panel,
  lines: readonly Line[],
  { from, to, lived }: { from: number; to: number; lived: readonly Lived[] },
): string {
  const [width, height] = [panel.gridPos.w * column - 8, panel.gridPos.h * line - 8];
  const highest = Math.max(...lines.flatMap(({ points }) => points.map(({ value }) => value)), 0) || 1;
  const x = (at: number) => left + ((at - from) / (to - from)) * (width - left - 8);
  const y = (value: number) => height - bottom - (Math.max(0, value) / highest) * (height - bottom - top);
  const unit = panel.fieldConfig?.defaults.unit ?? "";
  const bands = lived.map(({ beganAt, overAt }, index) => {
    const [begin, end] = [x(beganAt), x(overAt)];
    const band = `<rect x="${begin}" y="${top}" width="${end - begin}" height="${height - top - bottom}" fill="${index % 2 === 0 ? "#fde68a" : "#fed7aa"}" opacity=".5"/>`;
    return `${band}<text x="${(begin + end) / 2 - 3}" y="${top - 2}">${index + 1}</text>`;
  });
  const scale = [0, highest / 2, highest].map(
    (value) => `<line x1="${left}" x2="${width - 8}" y1="${y(value)}" y2="${y(value)}" stroke="#e4e4e7"/>
      <text x="${left - 4}" y="${y(value) + 3}" text-anchor="end">${describeValue(value, unit)}</text>`,
  );
  const paths = lines.map(({ points }, index) => {
    const path = points.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    return `<polyline points="${path}" fill="none" stroke="${colours[index % colours.length]}" stroke-width="1.3"/>`;
  });
  const legends = lines
    .slice(0, shownLegends)
    .map(({ legend }, index) => `<tspan fill="${colours[index % colours.length]}">■</tspan> ${legend} `);
  const more = lines.length > shownLegends ? `and ${lines.length - shownLegends} more` : "";
  return `<section style="${place(panel)}"><svg width="${width}" height="${height}">
    <text x="8" y="13" style="font-weight:bold;fill:#18181b">${panel.title}</text>
    ${bands.join("")}${scale.join("")}${paths.join("")}<text x="8" y="${height - 10}">${legends.join("")}${more}</text></svg></section>`;
}

function describeValue(value: number, unit: string): string {
  if (unit === "percentunit") return `${(100 * value).toFixed(0)} %`;
  if (unit === "bytes") return `${(value / 2 ** 20).toFixed(0)} MiB`;
  if (unit === "s" && value < 1) return `${(1000 * value).toFixed(0)} ms`;
  return `${value >= 10 || value === 0 ? value.toFixed(0) : value.toFixed(1)}${unit === "s" ? " s" : ""}`;
}
