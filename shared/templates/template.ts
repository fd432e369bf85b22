import type { TemplateManifest } from '../contracts/template.ts';

/**
 * A template is data in three parts: what the API shows (the manifest), a scene graph (Lottie with slots), and the
 * bindings that say how a layer's value becomes slot values. Nothing of a template runs on a node.
 * Lengths are composition pixels (1080 high), times are frames of the template's own rate, unless a name says otherwise.
 */
export interface Template {
  readonly manifest: TemplateManifest;
  readonly scene: () => LottieScene;
  readonly bindings: Bindings;
}

export type LottieValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly LottieValue[]
  | { readonly [key: string]: LottieValue };

/** One layer as Lottie writes it. `needs` is ours: the layer is left out unless that part of the scene is shown. */
export interface LottieLayer {
  readonly ty: number;
  readonly nm: string;
  readonly needs?: string;
  readonly [key: string]: LottieValue;
}

export interface LottieAsset {
  readonly id: string;
  readonly layers?: readonly LottieLayer[];
  readonly sid?: string;
  readonly [key: string]: LottieValue;
}

export interface LottieScene {
  readonly v: string;
  readonly nm: string;
  readonly fr: number;
  readonly ip: number;
  readonly op: number;
  readonly w: number;
  readonly h: number;
  readonly ddd: 0;
  readonly fonts: { readonly list: readonly { readonly [key: string]: LottieValue }[] };
  readonly assets: readonly LottieAsset[];
  readonly layers: readonly LottieLayer[];
  /** Slot id -> its value; every `sid` of the graph stands here with a value that draws. */
  readonly slots: Readonly<Record<string, { readonly p: LottieValue }>>;
}

/** The colours of a scene by what they are for; the palette gives each a value that can be read (motion.md, Colour). */
export const colorRoles = [
  'base',
  'baseEnd',
  'surface',
  'line',
  'text',
  'muted',
  'primary',
  'onPrimary',
  'ink',
  'accent',
  'glow',
  'glowFar',
  'positive',
  'negative',
  'shadow',
  'light',
] as const;
export type ColorRole = (typeof colorRoles)[number];

export const styles = ['dark', 'light', 'brand', 'gradient'] as const;
export type Style = (typeof styles)[number];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const fontFamilies = ['Inter Tight', 'Inter', 'Space Grotesk', 'Fraunces', 'JetBrains Mono'] as const;
export type FontFamily = (typeof fontFamilies)[number];

/** How one text layer is set. It wraps first, then shrinks to `minSize`, and only then ends in an ellipsis. */
export interface TextBlock {
  /** Name of the block in the scene graph: its lines are the image slots `<name>.1`, `<name>.2`, … */
  readonly name: string;
  /** Key of the layer in the manifest. */
  readonly layer: string;
  /** Words of the template itself (a step's number); then `layer` only says what they belong to. */
  readonly literal?: string;
  readonly family: FontFamily;
  readonly weight: number;
  readonly size: number;
  readonly minSize: number;
  /** Factor of the size. */
  readonly lineHeight: number;
  /** Factor of the size, added after every character. */
  readonly tracking: number;
  /** Lines at full size; a shrunken text may use what that height holds. */
  readonly maxLines: number;
  readonly balance: boolean;
  readonly align: 'left' | 'center';
  readonly uppercase: boolean;
  readonly width: number;
  readonly color: ColorRole;
}

/** One thing of a stack: a text block, or a drawn part whose position slot (`<name>.place`) the stack fills. */
export type StackItem =
  | { readonly kind: 'text'; readonly block: TextBlock; readonly gapBefore: number }
  | {
      readonly kind: 'part';
      readonly name: string;
      /** There whatever the values are; other parts are there where a picture, flow, figure or toggle of their name is. */
      readonly always?: true;
      readonly height: number;
      readonly width: number;
      readonly gapBefore: number;
    };

/**
 * Things below one another in a box; what is not shown takes no room, so the rest stays optically centred.
 * `plates` are shapes that hug a text of the stack: their size and centre follow it.
 */
export interface Stack {
  readonly box: Box;
  readonly vertical: 'top' | 'center' | 'bottom';
  readonly align: 'left' | 'center';
  readonly items: readonly StackItem[];
  readonly plates: readonly Plate[];
}

/**
 * Fills the slots `<name>.size`, `<name>.place` (the centre), `<name>.left` (middle of the left edge) and `<name>.half`
 * (half the width, 0) from the measured text of `block`.
 */
export interface Plate {
  readonly name: string;
  readonly block: string;
  readonly paddingX: number;
  readonly height: number;
  readonly minWidth: number;
}

/**
 * Like things in a row or a column (cards, list items): each is there where its text layer has text, and those that are
 * there stand centred. Fills `<item>.place` (top left), relative to whatever holds the flow; the flow itself counts as
 * shown where any item is.
 */
export interface Flow {
  readonly name: string;
  readonly direction: 'row' | 'column';
  /** Room along the direction. */
  readonly length: number;
  readonly gap: number;
  readonly align: 'start' | 'center';
  readonly items: readonly { readonly name: string; readonly layer: string; readonly length: number }[];
}

/** A part that is there where a layer has a value: true for a boolean, an option of a dropdown, `set` for any text. */
export interface Toggle {
  readonly name: string;
  readonly layer: string;
  readonly equals: boolean | string;
}

/** A picture from a layer in a box, as the image slot `<name>`. */
export interface ImageBinding {
  readonly name: string;
  readonly layer: string;
  readonly width: number;
  readonly height: number;
  readonly fit: 'cover' | 'contain';
  readonly radius: number;
  /** Where a contained picture rests in its box, and what a covering one keeps (centre = what draws the eye, top = the top left of a page). */
  readonly gravity: 'left' | 'center' | 'top';
  /** The role that lies behind a logo: one that would vanish there gets a plate of its own. */
  readonly ground: ColorRole | null;
}

/** A figure that runs from `from` to the value of a number layer between two frames and ends on the exact number. */
export interface CounterBinding {
  readonly name: string;
  readonly layer: string;
  readonly prefixLayer: string | null;
  readonly suffixLayer: string | null;
  readonly decimalsLayer: string | null;
  readonly family: FontFamily;
  readonly weight: number;
  readonly size: number;
  readonly minSize: number;
  readonly tracking: number;
  readonly width: number;
  readonly align: 'left' | 'center';
  readonly color: ColorRole;
  readonly startFrame: number;
  readonly endFrame: number;
}

/** Where the camera goes over a captured page. */
export type CaptureCamera =
  /** Towards the part that matters: the selected components, where there are any. */
  | {
      readonly kind: 'focus';
      readonly startFrame: number;
      readonly endFrame: number;
      readonly maxZoom: number;
      /** Share of the view that the part should fill. */
      readonly fill: number;
    }
  /** From the top of the page downwards, `maxTravel` at most; a page that is no longer than the view is pushed instead. */
  | { readonly kind: 'scroll'; readonly startFrame: number; readonly endFrame: number; readonly maxTravel: number };

/** How selected components leave the page. */
export type CaptureLift =
  /** Each rises off its own place by `rise` and casts a shadow. */
  | { readonly kind: 'rise'; readonly startFrame: number; readonly stagger: number; readonly rise: number }
  /** Each rises, then all gather in a row inside `box` (the view's own coordinates), as large as they fit. */
  | {
      readonly kind: 'gather';
      readonly startFrame: number;
      readonly stagger: number;
      readonly rise: number;
      readonly box: Box;
      readonly gap: number;
      readonly maxScale: number;
    };

/**
 * A captured page in a view, and the components that leave it. Fills, by the boxes of the capture:
 * `<name>.page` (picture; the clean plate where components leave it), `<name>.camera` and `<name>.zoom` (position and scale
 * of what carries the page), `<name>.address` (picture) and `<name>.address.place`, and for component k from 1:
 * `<name>.part.k` (picture), `<name>.part.k.move`, `<name>.part.k.zoom`, `<name>.part.k.inset` and the same for its shadow
 * (`<name>.part.k.shadow`, `.shadow.inset`). Shown: `<name>`, `<name>.parts` where any component is, `<name>.part.k`.
 */
export interface CaptureBinding {
  readonly name: string;
  readonly layer: string;
  /** Size of the view in composition pixels; the page is as wide. */
  readonly width: number;
  readonly height: number;
  readonly camera: CaptureCamera;
  readonly lift: CaptureLift | null;
  /** Component layers that the scene has. */
  readonly partCount: number;
  /** The address bar's text, centred on this point of the window; null where there is none. */
  readonly address: {
    readonly centre: readonly [number, number];
    readonly width: number;
    readonly size: number;
  } | null;
}

export interface GradientStop {
  readonly at: number;
  readonly role: ColorRole;
  readonly alpha: number;
}

export interface Bindings {
  readonly theme: {
    readonly style: string;
    readonly primary: string;
    readonly secondary: string;
    /** A font layer whose family, where it is a bundled one, replaces that of every text. */
    readonly font: string;
  };
  readonly flows: readonly Flow[];
  readonly stacks: readonly Stack[];
  readonly images: readonly ImageBinding[];
  readonly captures: readonly CaptureBinding[];
  readonly counters: readonly CounterBinding[];
  readonly toggles: readonly Toggle[];
  /** Gradient slot -> its stops. Colour slots need no entry: they are named `color.<role>`. */
  readonly gradients: Readonly<Record<string, readonly GradientStop[]>>;
}

/** How many lines a block can ever show: what the height of its full-size lines holds at its smallest size. */
export const lineSlotCount = (block: Pick<TextBlock, 'maxLines' | 'size' | 'minSize'>): number =>
  Math.max(block.maxLines, Math.floor((block.maxLines * block.size) / block.minSize + 1e-9));
