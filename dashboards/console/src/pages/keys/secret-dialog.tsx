import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

interface SecretDialogProps {
  readonly keyName: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret is shown this once: Escape and a click beside the dialog ask first whether it was copied. */
export const SecretDialog = ({ keyName, secret, onClose }: SecretDialogProps) => {
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'shown' | 'copied' | 'selected' | 'leaving'>('shown');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret);
      setState('copied');
    } catch {
      // A page without TLS has no clipboard: then the keyboard's own copy.
      field.current?.select();
      setState('selected');
    }
  };
  const close = (): void => {
    if (state === 'shown') setState('leaving');
    else onClose();
  };
  return (
    <Dialog
      title={`The secret of “${keyName}”`}
      onClose={close}
      footer={
        <>
          <Button icon={state === 'copied' ? Check : Copy} onClick={() => void copy()}>
            {state === 'copied' ? 'Copied' : 'Copy'}
          </Button>
          <Button look="primary" onClick={onClose}>
            I have stored it
          </Button>
        </>
      }
    >
      <Notice tone={state === 'leaving' ? 'bad' : 'warn'} title="You see it this once.">
        The farm keeps only a fingerprint of it. Store it where your program reads its secrets, not in its code.
        {state === 'leaving' ? ' It was not copied yet: close again to leave without it.' : null}
      </Notice>
      <TextField
        ref={field}
        label="Secret"
        readOnly
        spellCheck={false}
        autoComplete="off"
        value={secret}
        onChange={() => {}}
        onFocus={(event) => event.target.select()}
        hint={
          <span role="status">
            {state === 'copied' ? 'It is on your clipboard.' : null}
            {state === 'selected' ? 'It is selected: press Ctrl+C, or ⌘C, to copy it.' : null}
          </span>
        }
      />
    </Dialog>
  );
};
