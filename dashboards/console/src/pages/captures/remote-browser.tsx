import { useMutation } from '@tanstack/react-query';
import { ExternalLink, MonitorUp } from 'lucide-react';
import { dataOf, farm } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CaptureProblem } from './capture-problem.tsx';
import type { ScenePlace } from './capture-queries.ts';

/** A browser of the farm that is open on a page, and where a person drives it. */
export interface RemoteSession {
  readonly sessionId: string;
  /** Null where nobody may drive it. */
  readonly loginUrl: string | null;
  /** The page asked to sign in, which is why it is open. */
  readonly isWalled: boolean;
}

interface OpenProps {
  readonly place: ScenePlace;
  readonly url: string;
  readonly onOpened: (session: RemoteSession) => void;
}

/** Opens the page in a browser of the farm, so that a person brings it to where it should be captured. */
export const OpenRemoteBrowser = ({ place, url, onOpened }: OpenProps) => {
  const opened = useMutation({
    mutationFn: () => dataOf(farm.openBrowseSession({ body: { url, ...place } })),
    onSuccess: ({ id, loginUrl }) => onOpened({ sessionId: id, loginUrl: loginUrl ?? null, isWalled: false }),
  });
  return (
    <>
      <CaptureProblem error={opened.error} />
      <Button icon={MonitorUp} busy={opened.isPending} disabled={url === ''} onClick={() => opened.mutate()}>
        Open it in the remote browser
      </Button>
    </>
  );
};

interface RemoteBrowserProps {
  readonly session: RemoteSession;
  readonly isCapturing: boolean;
  readonly onCapture: () => void;
  readonly onClosed: () => void;
}

/** What to do while a remote browser is open: drive it in the live view, then capture what it shows. */
export const RemoteBrowser = ({ session, isCapturing, onCapture, onClosed }: RemoteBrowserProps) => {
  const { sessionId, loginUrl, isWalled } = session;
  const closed = useMutation({ mutationFn: () => farm.closeBrowseSession({ id: sessionId }), onSettled: onClosed });
  return (
    <Notice
      tone={isWalled ? 'warn' : 'accent'}
      title={
        isWalled
          ? 'The page asks to sign in. Nothing was captured or counted.'
          : 'The page is open in a browser of the farm.'
      }
      actions={
        <>
          {loginUrl === null ? null : (
            <a className="ui-button ui-button-s" href={loginUrl} target="_blank" rel="noreferrer">
              <ExternalLink size={16} aria-hidden />
              <span>Go to the remote browser</span>
            </a>
          )}
          <Button size="s" look="primary" busy={isCapturing} onClick={onCapture}>
            Capture what it shows
          </Button>
          <Button size="s" busy={closed.isPending} onClick={() => closed.mutate()}>
            Close it
          </Button>
        </>
      }
    >
      {loginUrl === null
        ? 'A project of the sandbox has an anonymous browser: nobody can sign in there. Capture a page that needs no sign-in.'
        : 'Sign in, click, scroll: it opens in a new tab. Press “I am signed in” there when you are done, come back, and capture. It closes after 10 minutes without use.'}
    </Notice>
  );
};
