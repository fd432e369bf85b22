/** How one line of type is set; lengths in pixels of the picture. */
export interface TypeLook {
  /** Aliases of registered fonts; the first that has a character draws it. */
  readonly families: readonly string[];
  readonly sizePx: number;
  readonly letterSpacingPx: number;
  readonly direction: 'ltr' | 'rtl';
}

/** Things that are painted, in the order in which they lie over each other. Colours as CSS writes them. */
export type Mark =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly look: TypeLook;
      /** Where the line begins, and its baseline. */
      readonly x: number;
      readonly baseline: number;
      readonly fill: string;
    }
  | {
      readonly kind: 'roundRect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly radius: number;
      readonly fill: string;
      /** One unit wide, on the edge; null = none. */
      readonly stroke: string | null;
    }
  | {
      readonly kind: 'polygon';
      readonly points: readonly (readonly [x: number, y: number])[];
      readonly fill: string;
    };

/** A picture as data: whoever paints it, Canvas2D on a node or CanvasKit in a browser, it has the same pixels. */
export interface Painting {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pixels for a unit of the marks. */
  readonly scale: number;
  readonly marks: readonly Mark[];
}
