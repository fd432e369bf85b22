import type { CanvasKit, TypefaceFontProvider } from 'canvaskit-wasm';
import wasmUrl from 'canvaskit-wasm/bin/full/canvaskit.wasm?url';

/** Skia in WebAssembly, and the fonts that it was given. One for the page: it holds the memory of everything drawn. */
export interface Engine {
  readonly canvasKit: CanvasKit;
  readonly fonts: TypefaceFontProvider;
}

/**
 * The engine tries every picture of a scene as a font too, and says on the console of each that it is none; it offers no
 * other way to be quiet. It takes the console's function when it begins, and keeps what it took.
 */
const withoutFontComplaints = <T>(begin: () => T): T => {
  const page = console;
  const { error } = page;
  page.error = (...words: unknown[]) => {
    if (!/failed to open .* as a font/.test(String(words[0]))) error.apply(page, words);
  };
  try {
    return begin();
  } finally {
    page.error = error;
  }
};

let loading: Promise<Engine> | null = null;

const load = async (): Promise<Engine> => {
  const { default: init } = await import('canvaskit-wasm/full');
  const canvasKit = await withoutFontComplaints(() => init({ locateFile: () => wasmUrl }));
  return { canvasKit, fonts: canvasKit.TypefaceFontProvider.Make() };
};

/** Loads the engine (8.2 MB, 3.0 MB on the wire) when a preview is first shown, once. */
export const loadEngine = (): Promise<Engine> => {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
};
