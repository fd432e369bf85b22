/**
 * How a stored picture is cut for a scene. Sizes are pixels of the result. Cutting is done with libvips wherever it is
 * done: where the eye goes (a covering crop) and whether a logo vanishes are its findings, which no browser repeats.
 */
export type PictureOrder =
  /** In its box, of exactly the size asked for (place-image.ts). */
  | {
      readonly kind: 'image';
      readonly storageKey: string;
      /** The same mark in other colours, for where this one would vanish. */
      readonly variantKey: string | null;
      readonly widthPx: number;
      readonly heightPx: number;
      readonly radiusPx: number;
      readonly fit: 'cover' | 'contain';
      readonly gravity: 'left' | 'center' | 'top';
      /** `#rrggbb` that lies behind; null where nothing can vanish. */
      readonly groundHex: string | null;
    }
  /** The top of a captured page, `cropWidthPx` × `cropHeightPx` of its own pixels, `widthPx` wide. */
  | {
      readonly kind: 'page';
      readonly storageKey: string;
      readonly cropWidthPx: number;
      readonly cropHeightPx: number;
      readonly widthPx: number;
    }
  /** A component that leaves its page; never enlarged. */
  | { readonly kind: 'part'; readonly storageKey: string; readonly widthPx: number }
  /** The shadow of a component: a soft rectangle `insetPx` within the picture. */
  | {
      readonly kind: 'shadow';
      readonly widthPx: number;
      readonly heightPx: number;
      readonly insetPx: number;
      readonly radiusPx: number;
      readonly sigmaPx: number;
      readonly hex: string;
      readonly opacity: number;
    };

/** The stored pictures that an order shows. */
export const picturesOfOrder = (order: PictureOrder): string[] =>
  order.kind === 'shadow'
    ? []
    : order.kind === 'image' && order.variantKey !== null
      ? [order.storageKey, order.variantKey]
      : [order.storageKey];
