import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button, IconButton } from './button.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
  readonly action?: { readonly label: string; run(): void };
}

const shownMs = 7_000;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const set = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};
const remove = (id: number): void => set(toasts.filter((toast) => toast.id !== id));

/** Says for some seconds that something was done, and how to take it back. What needs an answer is a Notice or a Dialog. */
export const toast = (text: string, more: { tone?: Toast['tone']; action?: Toast['action'] } = {}): void => {
  const id = nextId++;
  set([
    ...toasts.slice(-2),
    { id, text, tone: more.tone ?? 'plain', ...(more.action === undefined ? {} : { action: more.action }) },
  ]);
  setTimeout(() => remove(id), shownMs);
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Stands once, in the shell. */
export const Toasts = () => {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="ui-toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, tone, action }) => (
        <div key={id} className={`ui-toast ui-toast-${tone}`}>
          <span>{text}</span>
          {action === undefined ? null : (
            <Button
              size="s"
              look="quiet"
              onClick={() => {
                remove(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton icon={X} label="Dismiss" onClick={() => remove(id)} />
        </div>
      ))}
    </div>
  );
};
