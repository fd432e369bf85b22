import { type LucideIcon, MoreHorizontal } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

export interface MenuItem {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Marks the chosen one of several. */
  readonly checked?: boolean;
}

interface MenuProps {
  /** What the button opens, read out. */
  readonly label: string;
  readonly items: readonly (MenuItem | 'line')[];
  /** What the button shows; three dots where nothing is given. */
  readonly children?: ReactNode;
  readonly align?: 'start' | 'end';
  readonly side?: 'below' | 'above';
  readonly className?: string;
}

const gapPx = 4;
/** Kept free at the edges of the window. */
const edgePx = 8;

/** A button with a list of acts: arrow keys, Home, End, Escape; closed by whatever happens elsewhere. */
export const Menu = ({ label, items, children, align = 'end', side = 'below', className }: MenuProps) => {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

  // In the top layer, beside its button, wherever that is: nothing clips it and nothing lies above it.
  useLayoutEffect(() => {
    const [from, list] = [
      button.current?.getBoundingClientRect(),
      place.current?.querySelector<HTMLElement>('[popover]'),
    ];
    if (!isOpen || from === undefined || list === null || list === undefined) return;
    list.showPopover();
    const { offsetWidth: width, offsetHeight: height } = list;
    const left = align === 'end' ? from.right - width : from.left;
    const [above, below] = [from.top - height - gapPx, from.bottom + gapPx];
    const fitsBelow = below + height <= innerHeight - edgePx;
    const isAbove = side === 'above' ? above >= edgePx : !fitsBelow && above >= edgePx;
    list.style.left = `${Math.max(edgePx, Math.min(left, innerWidth - width - edgePx))}px`;
    list.style.top = `${Math.max(edgePx, isAbove ? above : Math.min(below, innerHeight - height - edgePx))}px`;
  }, [isOpen, align, side]);

  const entries = (): HTMLElement[] => [...(place.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  useEffect(() => {
    if (!isOpen) return undefined;
    entries()[0]?.focus({ preventScroll: true });
    const closeOutside = (event: Event): void => {
      if (event.target instanceof Node && place.current?.contains(event.target) !== true) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    const closeMoved = (): void => setOpen(false);
    addEventListener('scroll', closeMoved, { capture: true, passive: true });
    addEventListener('resize', closeMoved);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      removeEventListener('scroll', closeMoved, { capture: true });
      removeEventListener('resize', closeMoved);
    };
  }, [isOpen]);

  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const move = (event: KeyboardEvent): void => {
    if (!isOpen) return;
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      all[next]?.focus();
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
  };

  return (
    <div className={`ui-menu ${className ?? ''}`} ref={place} onKeyDown={move} role="presentation">
      <button
        ref={button}
        type="button"
        className={children === undefined ? 'ui-icon-button' : 'ui-menu-button'}
        aria-label={children === undefined ? label : undefined}
        title={children === undefined ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children ?? <MoreHorizontal size={16} aria-hidden />}
      </button>
      {isOpen ? (
        <div id={listId} role="menu" popover="manual" aria-label={label} className="ui-menu-list">
          {items.map((item, index) =>
            item === 'line' ? (
              // Lines have nothing else to be told apart by, and the list does not change while it is open.
              <hr key={`line ${index}`} />
            ) : (
              <button
                key={item.label}
                type="button"
                tabIndex={-1}
                role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={item.checked}
                disabled={item.disabled}
                className={`ui-menu-item ${item.danger ? 'ui-menu-danger' : ''}`}
                onClick={() => {
                  close();
                  item.onSelect();
                }}
              >
                {item.icon ? <item.icon size={16} aria-hidden /> : null}
                <span>{item.label}</span>
                {item.checked ? <span aria-hidden>✓</span> : null}
              </button>
            ),
          )}
        </div>
      ) : null}
    </div>
  );
};
