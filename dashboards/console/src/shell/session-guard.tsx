import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onSessionEnded, signInHere } from '../api.ts';
import { Button, OutsideButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { hasUnsavedWork } from './unsaved-work.ts';

/** Where nobody is signed in any more: to the sign-in and back here; where something is unsaved, only after it was said. */
export const SessionGuard = () => {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  useEffect(
    () =>
      onSessionEnded(() => {
        if (hasUnsavedWork()) setAsking(true);
        else location.assign(signInHere());
      }),
    [],
  );
  if (!isAsking) return null;
  const goOn = (): void => {
    setAsking(false);
    void queries.invalidateQueries();
  };
  return (
    <Dialog
      title="Your session has ended"
      size="s"
      onClose={() => setAsking(false)}
      footer={
        <>
          <OutsideButton href={signInHere()}>Sign in here</OutsideButton>
          <Button look="primary" onClick={goOn}>
            I have signed in
          </Button>
        </>
      }
    >
      <p>
        What you changed is not saved yet.{' '}
        <a href="/auth/sign-in" target="_blank" rel="noreferrer">
          Sign in in another tab
        </a>
        , come back, and save again. Signing in here loses it.
      </p>
    </Dialog>
  );
};
