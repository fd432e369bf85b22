import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button, IconButton } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the bottom; the one that does it comes last. */
  readonly footer?: ReactNode;
  readonly size?: 's' | 'm' | 'l';
}

/** A modal <dialog>: the browser keeps the focus in it and gives it back. Rendered only while it is open. */
export const Dialog = ({ title, onClose, children, footer, size = 'm' }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before it leaves the page: only an open dialog that is closed gives the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`ui-dialog ui-dialog-${size}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        // The backdrop belongs to the dialog itself; what is on it, to its children.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="ui-dialog-frame">
        <header className="ui-dialog-head">
          <h2 id={titleId}>{title}</h2>
          <IconButton icon={X} label="Close" onClick={onClose} />
        </header>
        <div className="ui-dialog-body">{children}</div>
        {footer === undefined ? null : <footer className="ui-dialog-foot">{footer}</footer>}
      </div>
    </dialog>
  );
};

interface ConfirmProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly busy?: boolean;
  readonly danger?: boolean;
}

/** Asks before something that cannot be taken back. */
export const ConfirmDialog = ({
  title,
  children,
  confirm,
  onConfirm,
  onClose,
  busy = false,
  danger = false,
}: ConfirmProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    size="s"
    footer={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
);
