import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice, ProblemNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { projectQuery, type ScenePlace, templateQuery } from './capture-queries.ts';
import { shownIn } from './capture-words.ts';
import './captures.css';
import { SlotCapture } from './slot-capture.tsx';

/** What a scene shows of the web: for each slot of its template a page with its parts, or a picture. */
export const CapturePanel = ({ projectId, sceneId }: ScenePlace) => {
  const project = useQuery(projectQuery(projectId));
  const scene = project.data?.scenes.find(({ id }) => id === sceneId);
  const template = useQuery({ ...templateQuery(scene?.templateId ?? ''), enabled: scene !== undefined });
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const error = project.error ?? template.error;
  if (error !== null) {
    return (
      <ProblemNotice error={error} onRetry={() => void (project.isError ? project.refetch() : template.refetch())} />
    );
  }
  if (project.data !== undefined && scene === undefined) return <Notice tone="warn" title="This scene is gone." />;
  if (scene === undefined || template.data === undefined) return <Skeleton height={320} />;
  const slots = template.data.uiCaptureSlots;
  const place = { projectId, sceneId };
  const [first] = slots;
  if (first === undefined) return <Notice title={`“${template.data.name}” shows no web page.`} />;
  const chosen =
    slots.find(({ key }) => key === chosenKey) ?? slots.find(({ key }) => shownIn(scene, key) === null) ?? first;
  const panelOf = (slot: typeof first) => <SlotCapture key={slot.key} place={place} scene={scene} slot={slot} />;
  if (slots.length === 1) return panelOf(first);
  return (
    <Tabs
      label="Parts of the scene that show a page"
      selected={chosen.key}
      onSelect={setChosenKey}
      tabs={slots.map((slot) => ({ id: slot.key, label: slot.label, panel: panelOf(slot) }))}
    />
  );
};
