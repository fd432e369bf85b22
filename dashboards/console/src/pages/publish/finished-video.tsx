import type { Project, PublishStatus } from '@reelyard/shared/sdk/operations.gen.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Captions, Download, Image, Pencil } from 'lucide-react';
import { dataOf, farm } from '../../api.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton, OutsideButton } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { durationText, momentText, sizeText } from '../../words.ts';
import styles from './publish.module.css';

/** Browsers read captions from the page's own origin alone; where files lie elsewhere, they are a link below. */
const isOurs = (url: string): boolean => new URL(url, location.href).origin === location.origin;

interface FinishedVideoProps {
  readonly project: Project;
  readonly status: PublishStatus;
}

/** The finished video, played in place, with everything that came with it. */
export const FinishedVideo = ({ project, status }: FinishedVideoProps) => {
  const exportId = status.export?.id ?? '';
  const made = useQuery({
    queryKey: ['export', exportId],
    queryFn: () => dataOf(farm.getExport({ exportId })),
    enabled: exportId !== '',
    staleTime: 4 * 60_000,
  });
  const download = useMutation({
    mutationFn: () => dataOf(farm.downloadExport({ exportId })),
    onSuccess: ({ url }) => location.assign(url),
  });
  const file = made.data;
  const [width, height] = project.aspectRatio === '16:9' ? [16, 9] : [16, 12];
  return (
    <section className={styles.finished} aria-label="The finished video">
      <div className={styles.screen} style={{ aspectRatio: `${width} / ${height}` }}>
        {status.videoUrl === null ? null : (
          <video
            key={exportId}
            src={status.videoUrl}
            poster={status.thumbnailUrl ?? undefined}
            controls
            playsInline
            preload="metadata"
            aria-label={`${project.title}: the finished video`}
          >
            {file?.captions
              .filter(({ format, url }) => format === 'vtt' && isOurs(url))
              .map(({ url }) => (
                <track key={url} kind="captions" src={url} label="Captions" />
              ))}
          </video>
        )}
      </div>
      <div className={styles.finishedBar}>
        <p className={styles.facts}>
          {project.status === 'COMPLETED' ? (
            <Badge tone="good">Published</Badge>
          ) : (
            <Badge tone="warn">Changed since</Badge>
          )}
          {file === undefined ? null : (
            <span>
              {[
                file.quality,
                file.format.toUpperCase(),
                file.durationSeconds === null ? null : durationText(file.durationSeconds),
                file.sizeBytes === null ? null : sizeText(file.sizeBytes),
                momentText(file.finishedAt ?? file.createdAt),
              ]
                .filter((part) => part !== null)
                .join(', ')}
            </span>
          )}
        </p>
        <div className={styles.acts}>
          <LinkButton icon={Pencil} to={paths.project(project.id)}>
            Edit
          </LinkButton>
          {status.thumbnailUrl === null ? null : (
            <OutsideButton icon={Image} newTab href={status.thumbnailUrl}>
              Thumbnail
            </OutsideButton>
          )}
          {file?.captions.map(({ format, url }) => (
            <OutsideButton key={format} icon={Captions} newTab href={url}>
              {format.toUpperCase()}
            </OutsideButton>
          ))}
          <Button
            look="primary"
            icon={Download}
            busy={download.isPending}
            disabled={exportId === ''}
            onClick={() => download.mutate()}
          >
            Download
          </Button>
        </div>
      </div>
      <ProblemNotice error={download.error} />
    </section>
  );
};
