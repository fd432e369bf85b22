import type { Capture, Scene } from '@reelyard/shared/sdk/operations.gen.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { useState } from 'react';
import { fieldProblem, problemOf } from '../../problem.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { toast } from '../../ui/toast.tsx';
import { momentText } from '../../words.ts';
import { CandidatePicker } from './candidate-picker.tsx';
import { CaptureProblem } from './capture-problem.tsx';
import {
  type AutoCaptureBody,
  type CaptureAnswer,
  capture,
  refreshCaptures,
  type ScenePlace,
} from './capture-queries.ts';
import { addressOf, countText, endsSession, focusOf, type Slot, shownIn } from './capture-words.ts';
import { OpenRemoteBrowser, RemoteBrowser, type RemoteSession } from './remote-browser.tsx';
import { StillPicture } from './still-picture.tsx';

const frames = [
  { value: 'usual', label: 'As the template wants it' },
  { value: 'current', label: 'What the window shows' },
  { value: 'full', label: 'The whole page' },
] as const;
type FrameChoice = (typeof frames)[number]['value'];

/** What the slot of the scene shows now. */
const Shown = ({ scene, slot }: { readonly scene: Scene; readonly slot: Slot }) => {
  const shown = shownIn(scene, slot.key);
  if (shown === null) {
    return (
      <p>
        <Badge tone="warn">Shows nothing yet</Badge>
      </p>
    );
  }
  const { screenshotUrl, host, title, selected, capturedAt } = shown;
  return (
    <figure className="captures-shown">
      <img
        src={screenshotUrl}
        alt={host === '' ? 'The picture that the scene shows' : `The page of ${host} that the scene shows`}
      />
      <figcaption>
        <Badge tone="good">Shown now</Badge>
        <span>{title === '' ? 'A picture' : title}</span>
        <span className="captures-quiet">
          {[host, selected.map(({ label }) => label).join(', '), momentText(capturedAt)]
            .filter((text) => text !== '')
            .join(' · ')}
        </span>
      </figcaption>
    </figure>
  );
};

interface SlotCaptureProps {
  readonly place: ScenePlace;
  readonly scene: Scene;
  readonly slot: Slot;
}

/** One slot of a scene: what it shows, and a page, a selection or a picture for it. */
export const SlotCapture = ({ place, scene, slot }: SlotCaptureProps) => {
  const queries = useQueryClient();
  const [address, setAddress] = useState('');
  const [focus, setFocus] = useState('');
  const [frame, setFrame] = useState<FrameChoice>('usual');
  const [session, setSession] = useState<RemoteSession | null>(null);
  const [taken, setTaken] = useState<Capture | null>(null);
  const url = addressOf(address);
  const answered = (answer: CaptureAnswer): void => {
    if (answer.loginRequired) {
      const { sessionId, loginUrl } = answer;
      setSession(sessionId === null ? null : { sessionId, loginUrl, isWalled: true });
      return;
    }
    setTaken(answer);
    refreshCaptures(queries, place.projectId);
    toast(answer.renderReady ? 'Captured. The scene can be rendered.' : 'Captured. Choose what the scene shows.');
  };
  const shot = useMutation({
    mutationFn: (from: { url: string } | { sessionId: string }) => {
      const body: AutoCaptureBody = {
        ...from,
        slotKey: slot.key,
        focus: focusOf(focus),
        ...(frame === 'usual' ? {} : { frame }),
      };
      return capture(place, body);
    },
    onSuccess: answered,
    onError: (error) => {
      if (endsSession(problemOf(error).code)) setSession(null);
    },
  });
  const problem = shot.isError ? problemOf(shot.error) : null;
  return (
    <div className="captures-slot">
      <p className="captures-quiet">
        {countText(slot)} {slot.scrolls ? 'The scene scrolls through it.' : ''}
      </p>
      {taken === null ? (
        <Shown scene={scene} slot={slot} />
      ) : (
        <CandidatePicker key={taken.captureId} place={place} slot={slot} capture={taken} />
      )}
      {session === null ? null : (
        <RemoteBrowser
          session={session}
          isCapturing={shot.isPending}
          onCapture={() => shot.mutate({ sessionId: session.sessionId })}
          onClosed={() => setSession(null)}
        />
      )}
      <CaptureProblem error={shot.error} />
      <form
        className="captures-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (url !== '' && !shot.isPending) shot.mutate({ url });
        }}
      >
        <TextField
          label="Address of the page"
          value={address}
          onChange={setAddress}
          inputMode="url"
          autoComplete="off"
          maxLength={4_000}
          placeholder="https://example.com/pricing"
          problem={fieldProblem(problem, 'url')}
        />
        <div className="captures-row">
          {slot.maxComponents === 0 ? null : (
            <TextField
              label="Look for"
              value={focus}
              onChange={setFocus}
              autoComplete="off"
              placeholder="pricing, plans"
              hint="Words of what should be shown, parted by commas."
            />
          )}
          <SelectField
            label="Take"
            value={frame}
            onChange={(value) => setFrame(frames.find((each) => each.value === value)?.value ?? 'usual')}
            options={frames}
          />
        </div>
        <div className="captures-acts">
          <Button type="submit" look="primary" icon={Camera} busy={shot.isPending} disabled={url === ''}>
            {shot.isPending ? 'Capturing…' : 'Capture the page'}
          </Button>
          {session === null ? <OpenRemoteBrowser place={place} url={url} onOpened={setSession} /> : null}
        </div>
        {shot.isPending ? (
          <p className="captures-quiet" role="status">
            The farm opens the page, closes its notices and takes the pictures. Most pages take 5 to 30 seconds.
          </p>
        ) : null}
      </form>
      {slot.wholePageBackground ? (
        <details className="captures-still">
          <summary>Use a picture instead of a page</summary>
          <StillPicture place={place} slotKey={slot.key} onUsed={() => setTaken(null)} />
        </details>
      ) : null}
    </div>
  );
};
