/**
 * The part of the DOM that our code inside pages uses. The DOM library of TypeScript is global once one file names it,
 * and would let every server file speak of `document`: these types stay where they are imported.
 */
export interface PageRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

export interface PageStyle {
  readonly [property: string]: string;
}

export interface PageNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly childNodes: ArrayLike<PageNode>;
  readonly parentNode: PageNode | null;
  readonly textContent: string | null;
  readonly isConnected: boolean;
  contains(other: PageNode | null): boolean;
  getRootNode(): PageNode;
}

export interface PageRoot extends PageNode {
  querySelectorAll(selector: string): ArrayLike<PageElement> & Iterable<PageElement>;
  querySelector(selector: string): PageElement | null;
  readonly children: ArrayLike<PageElement>;
  adoptedStyleSheets: PageStyleSheet[];
  elementsFromPoint(x: number, y: number): PageElement[];
  readonly host?: PageElement;
}

export interface PageElement extends PageRoot {
  readonly tagName: string;
  readonly id: string;
  readonly className: unknown;
  readonly parentElement: PageElement | null;
  readonly ownerDocument: PageDocument;
  readonly shadowRoot: PageRoot | null;
  readonly contentDocument?: PageDocument | null;
  readonly innerText?: string;
  readonly offsetWidth?: number;
  readonly scrollWidth: number;
  readonly scrollHeight: number;
  readonly clientWidth: number;
  readonly clientHeight: number;
  scrollTop: number;
  scrollLeft: number;
  readonly open?: boolean;
  readonly assignedSlot: PageElement | null;
  readonly style: {
    setProperty(name: string, value: string, priority?: string): void;
    removeProperty(name: string): void;
  };
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  hasAttribute(name: string): boolean;
  getBoundingClientRect(): PageRect;
  closest(selector: string): PageElement | null;
  matches(selector: string): boolean;
  scrollIntoView(options: { block: 'nearest' | 'center'; inline: 'nearest'; behavior: 'instant' }): void;
  checkVisibility(options: { checkOpacity: boolean; checkVisibilityCSS: boolean }): boolean;
  click(): void;
}

export interface PageImage extends PageElement {
  readonly complete: boolean;
  readonly naturalWidth: number;
  readonly naturalHeight: number;
  readonly currentSrc: string;
  loading: string;
  src: string;
  decode(): Promise<void>;
}

export interface PageMedia extends PageElement {
  readonly paused: boolean;
  readonly readyState: number;
  readonly duration: number;
  currentTime: number;
  pause(): void;
  addEventListener(type: string, listener: () => void, options: { once: boolean }): void;
}

export interface PageAnimation {
  readonly playState: string;
  readonly effect: { getComputedTiming(): { endTime: number | null } } | null;
  readonly timeline: object | null;
  finish(): void;
  cancel(): void;
}

export interface PageStyleSheet {
  replaceSync(css: string): void;
}

export interface PageRange {
  selectNodeContents(node: PageNode): void;
  getBoundingClientRect(): PageRect;
  getClientRects(): ArrayLike<PageRect>;
}

export interface PageDocument extends PageRoot {
  readonly documentElement: PageElement;
  readonly body: PageElement | null;
  readonly scrollingElement: PageElement | null;
  readonly title: string;
  readonly URL: string;
  readonly activeElement: PageElement | null;
  readonly defaultView: PageWindow | null;
  readonly fonts: { readonly ready: Promise<unknown>; readonly status: string };
  getAnimations(): PageAnimation[];
  getElementById(id: string): PageElement | null;
  createElement(tag: string): PageElement;
  createRange(): PageRange;
}

export interface PageWindow {
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly scrollX: number;
  readonly scrollY: number;
  readonly devicePixelRatio: number;
  readonly frameElement: PageElement | null;
  readonly CSSStyleSheet: new () => PageStyleSheet;
  readonly CSS: { escape(text: string): string };
  readonly navigator: { readonly maxTouchPoints: number };
  scrollTo(options: { left: number; top: number; behavior: 'instant' }): void;
  getComputedStyle(element: PageElement, pseudo?: string): PageStyle;
  requestAnimationFrame(callback: () => void): number;
  setTimeout(callback: () => void, ms: number): number;
}
