import type { Project } from '@reelyard/shared/sdk/operations.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dataOf, farm } from '../../api.ts';
import { paths } from '../../paths.ts';
import { brandsQuery, musicQuery, voicesQuery } from '../../queries.ts';
import { LinkButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import styles from './fields.module.css';
import { NarrationPanel } from './narration-panel.tsx';
import type { Editor } from './use-editor.ts';

interface VideoSettingsProps {
  readonly project: Project;
  readonly editor: Editor;
}

type Change = NonNullable<Parameters<typeof farm.updateProject>[0]['body']>;

/** What belongs to the whole video: title, brand, music, voice. */
export const VideoSettings = ({ project, editor }: VideoSettingsProps) => {
  const [title, setTitle] = useState(project.title);
  useEffect(() => setTitle(project.title), [project.title]);
  const brands = useQuery(brandsQuery).data ?? [];
  const tracks = useQuery(musicQuery).data ?? [];
  const voices = useQuery(voicesQuery).data ?? [];
  const save = (body: Change): void =>
    void editor.act((ifMatch) => dataOf(farm.updateProject({ projectId: project.id, ifMatch, body })));
  const track = tracks.find(({ id }) => id === project.musicTrackId);
  const voice = voices.find(({ id }) => id === project.voiceId);
  return (
    <div className={styles.fields}>
      <TextField
        label="Title"
        value={title}
        maxLength={200}
        problem={title.trim() === '' ? 'A video needs a title.' : null}
        hint="Fills texts that nothing else fills."
        onChange={setTitle}
        onBlur={() => {
          if (title.trim() !== '' && title.trim() !== project.title) save({ title: title.trim() });
        }}
      />
      <div className={styles.media}>
        <SelectField
          label="Brand"
          value={project.brandId ?? ''}
          hint="Its logo, colours and fonts fill the layers that you leave empty."
          options={[
            { value: '', label: 'No brand' },
            ...brands.map(({ id, name, domain }) => ({ value: id, label: name ?? domain ?? id })),
          ]}
          onChange={(brandId) => save({ brandId: brandId === '' ? null : brandId })}
        />
        <div>
          <LinkButton size="s" look="quiet" to={paths.brands()}>
            Manage brands
          </LinkButton>
        </div>
      </div>
      <div className={styles.media}>
        <SelectField
          label="Music"
          value={project.musicTrackId ?? ''}
          hint={
            track === undefined
              ? 'At the first publish a track is chosen that fits the brand, and kept.'
              : track.attribution
          }
          options={[
            { value: '', label: 'Chosen for you' },
            ...tracks.map(({ id, title: name, tones }) => ({ value: id, label: `${name} (${tones.join(', ')})` })),
          ]}
          onChange={(id) => save({ musicTrackId: id === '' ? null : id })}
        />
        {track === undefined ? null : (
          <audio
            key={track.id}
            controls
            preload="none"
            src={track.previewUrl}
            aria-label={`Listen to ${track.title}`}
          />
        )}
      </div>
      <div className={styles.media}>
        <SelectField
          label="Voice"
          value={project.voiceId ?? ''}
          hint="Speaks the narration of the scenes."
          options={[
            { value: '', label: 'Chosen for you' },
            ...voices.map(({ id, name, locale, gender }) => ({ value: id, label: `${name} (${locale}, ${gender})` })),
          ]}
          onChange={(id) => save({ voiceId: id === '' ? null : id })}
        />
        {voice?.sampleUrl == null ? null : (
          <audio key={voice.id} controls preload="none" src={voice.sampleUrl} aria-label={`Listen to ${voice.name}`} />
        )}
      </div>
      <NarrationPanel project={project} />
    </div>
  );
};
