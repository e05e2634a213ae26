import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright/test";
import { provideBrowser } from "#e2e/setup/browser.ts";

/** Draws the pictures of public/ from public/icon.svg. They are committed, so that only this script needs a browser. */
const publicFolder = join(import.meta.dirname, "../public");
const svg = readFileSync(join(publicFolder, "icon.svg"), "utf8");
const font = readFileSync(
  join(import.meta.dirname, "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2"),
  "base64",
);
const ground = "#0d4050";

/** The icon without round corners, inside the area that no mask cuts off. */
const bleeding = (share: number) =>
  `<body style="background:${ground};display:grid;place-items:center;height:100vh"><div style="width:${share}%;display:grid">${svg.replace("<rect", "<rect fill-opacity='0'")}</div>`;

const social = `<style>@font-face{font-family:Geist;src:url(data:font/woff2;base64,${font});font-weight:100 900}</style>
<body style="background:${ground};color:#f2f8f9;font-family:Geist;height:100vh;display:flex;flex-direction:column;justify-content:center;padding:0 110px;box-sizing:border-box">
  <div style="display:flex;align-items:center;gap:36px"><div style="width:104px;display:grid">${svg.replace("0 0 32 32", "6 5.5 20 19.5").replace("<rect", "<rect fill-opacity='0'")}</div>
  <div style="font-size:124px;font-weight:600;letter-spacing:-0.035em">Covergate</div></div>
  <div style="font-size:41px;white-space:nowrap;margin-top:40px;color:#c3dbe0">Insurance for rental fleets, through one REST API.</div>`;

const pictures: Record<string, { width: number; height: number; html: string }> = {
  "icon-32.png": { width: 32, height: 32, html: `<body>${svg}` },
  "apple-touch-icon.png": { width: 180, height: 180, html: bleeding(84) },
  "icon-192.png": { width: 192, height: 192, html: `<body>${svg}` },
  "icon-512.png": { width: 512, height: 512, html: `<body>${svg}` },
  "maskable-192.png": { width: 192, height: 192, html: bleeding(66) },
  "maskable-512.png": { width: 512, height: 512, html: bleeding(66) },
  "social.png": { width: 1200, height: 630, html: social },
};

const browser = await chromium.launch({
  executablePath: provideBrowser(),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
mkdirSync(publicFolder, { recursive: true });
for (const [name, { width, height, html }] of Object.entries(pictures)) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<!doctype html><style>body{margin:0}svg{display:block;width:100%}</style>${html}`);
  await page.evaluate("document.fonts.ready");
  const picture = await page.screenshot({ omitBackground: true });
  if (name === "icon-32.png") writeFileSync(join(publicFolder, "favicon.ico"), iconFile(picture, width));
  else writeFileSync(join(publicFolder, name), picture);
  await page.close();
}
await browser.close();

/** An .ico file with a single picture: the file's header, one entry, and the PNG. */
function iconFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
