import { parentPort, workerData } from "node:worker_threads";
import { encode } from "jpeg-js";
import type { RawImageData } from "jpeg-js";
import libheif from "libheif-js/wasm-bundle.js";
import type { HeicLimits } from "#lib/platform/files/heic-to-jpeg.ts";

/** A thread that turns one HEIC file into a JPEG and posts it (lib/platform/files/heic-to-jpeg.ts). It fails for a file that it cannot decode. */
const { heic, limits } = workerData as { heic: Uint8Array; limits: HeicLimits };
const quality = 85;
const pageBytes = 65_536;

capMemory(limits.bytes);
const { data } = encode(reduce(await decode(heic)), quality);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(data);

/** The limits of a worker do not count the memory of WebAssembly. A decoder that gets no more fails. */
function capMemory(bytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function growWithin(pages) {
    if (this.buffer.byteLength + pages * pageBytes > bytes) throw new RangeError("the picture needs too much memory");
    return grow.call(this, pages);
  };
}

async function decode(file: Uint8Array): Promise<RawImageData<Uint8ClampedArray>> {
  const images = new libheif.HeifDecoder().decode(file);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (image === undefined) throw new Error("the file holds no picture");
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > limits.pixels) throw new Error(`the picture has ${width} × ${height} pixels`);
  const decoded = { data: new Uint8ClampedArray(4 * width * height), width, height };
  const isDecoded = await new Promise((resolve) => {
    image.display(decoded, (shown) => resolve(shown !== null));
  });
  if (isDecoded !== true) throw new Error("the picture cannot be decoded");
  return decoded;
}

/** The mean of each square of pixels, in place. */
function reduce({ data: pixels, width, height }: RawImageData<Uint8ClampedArray>): RawImageData<Uint8ClampedArray> {
  const factor = Math.ceil(Math.max(width, height) / limits.side);
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
  if (factor === 1) return { data: pixels, width, height };
  if (columns === 0 || rows === 0) throw new Error(`the picture has ${width} × ${height} pixels`);
  for (let at = 0; at < 4 * columns * rows; at += 1) {
    const [column, row, channel] = [(at >> 2) % columns, Math.floor((at >> 2) / columns), at & 3];
    let sum = 0;
    for (let y = row * factor; y < (row + 1) * factor; y += 1) {
      for (let x = column * factor; x < (column + 1) * factor; x += 1) sum += pixels[4 * (y * width + x) + channel] ?? 0;
    }
    pixels[at] = sum / factor ** 2;
  }
  return { data: pixels.subarray(0, 4 * columns * rows), width: columns, height: rows };
}
