declare module "libheif-js/wasm-bundle.js" {
  export interface HeifImage {
    is_primary(): boolean;
    get_width(): number;
    get_height(): number;
    /** Decodes, with the turns that the file asks for; null if the picture cannot be decoded. */
    display(into: { data: Uint8ClampedArray; width: number; height: number }, done: (image: object | null) => void): void;
  }
  const libheif: { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } };
  export default libheif;
}
