import type { Template } from '@reelyard/shared/sdk/operations.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { Camera, Clock, type LucideIcon, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { templatesQuery } from '../../queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Film } from '../../ui/film.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { durationText } from '../../words.ts';
import { type AspectRatio, categoriesOf, ratioNames, templatesShown } from './template-filter.ts';
import styles from './templates.module.css';

interface GalleryProps {
  readonly ratio: AspectRatio;
  /** Absent where the ratio cannot be chosen any more. */
  readonly onRatio?: (ratio: AspectRatio) => void;
  /** What a click on a template does: `Add`, `Use this`. Absent where there is nothing to do. */
  readonly act?: { readonly label: string; readonly icon: LucideIcon; onPick(template: Template): void };
  /** A mark on a template, such as how often it was chosen. */
  readonly mark?: (template: Template) => ReactNode;
  readonly isBusy?: boolean;
}

/** The library: films of the templates by the part of a story that they tell. */
export const TemplateGallery = ({ ratio, onRatio, act, mark, isBusy = false }: GalleryProps) => {
  const templates = useQuery(templatesQuery);
  const [category, setCategory] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  return (
    <div className={styles.gallery}>
      <div className={styles.tools}>
        <div className={styles.chips} role="group" aria-label="Part of the story">
          <Chip isOn={category === null} onClick={() => setCategory(null)}>
            All
          </Chip>
          {categoriesOf(templates.data ?? []).map((each) => (
            <Chip key={each} isOn={category === each} onClick={() => setCategory(each)}>
              {each}
            </Chip>
          ))}
        </div>
        <div className={styles.search}>
          <TextField
            label="Search templates"
            hideLabel
            type="search"
            placeholder="Search"
            value={search}
            onChange={setSearch}
          />
        </div>
        {onRatio === undefined ? null : (
          <div className={styles.chips} role="group" aria-label="Shape of the video">
            {(Object.keys(ratioNames) as AspectRatio[]).map((each) => (
              <Chip key={each} isOn={ratio === each} onClick={() => onRatio(each)}>
                {ratioNames[each]}
              </Chip>
            ))}
          </div>
        )}
      </div>
      <QueryState
        query={templates}
        loading={
          <ul className={styles.grid}>
            {Array.from({ length: 8 }, (_, index) => (
              <li key={index}>
                <Skeleton height={210} />
              </li>
            ))}
          </ul>
        }
      >
        {(all) => {
          const shown = templatesShown(all, { ratio, category, search });
          return shown.length === 0 ? (
            <EmptyState icon={SearchX} title="No template fits">
              Try another word or another part of the story.
            </EmptyState>
          ) : (
            <ul className={styles.grid}>
              {shown.map((template) => (
                <li key={template.id} className={styles.card}>
                  <Film picture={template.thumbnailUrl} film={template.previewVideoUrl} alt="" />
                  {mark?.(template)}
                  <div className={styles.body}>
                    <h3>{template.name}</h3>
                    <p className={styles.facts}>
                      <span>
                        <Clock size={13} aria-hidden /> {durationText(template.durationSeconds)}
                      </span>
                      {template.requiresUiCapture ? (
                        <span title="Shows a page of yours, which you capture">
                          <Camera size={13} aria-hidden /> Needs a page
                        </span>
                      ) : null}
                    </p>
                    <p className={styles.use}>{template.storyboard.bestUsedAs}</p>
                    {act === undefined ? null : (
                      <button
                        type="button"
                        className={styles.act}
                        disabled={isBusy}
                        aria-label={`${act.label}: ${template.name}`}
                        onClick={() => act.onPick(template)}
                      >
                        <span>
                          <act.icon size={15} aria-hidden /> {act.label}
                        </span>
                      </button>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryState>
    </div>
  );
};

const Chip = ({
  isOn,
  onClick,
  children,
}: {
  readonly isOn: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) => (
  <button type="button" className={styles.chip} aria-pressed={isOn} onClick={onClick}>
    {children}
  </button>
);
