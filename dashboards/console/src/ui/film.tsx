import { useRef } from 'react';

interface FilmProps {
  readonly picture: string | null;
  /** A silent film that plays while one points at it. */
  readonly film?: string | null;
  readonly alt: string;
}

/** A still that moves while somebody points at it; loads its film only then. */
export const Film = ({ picture, film = null, alt }: FilmProps) => {
  const video = useRef<HTMLVideoElement>(null);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <span
      className="ui-film"
      onPointerEnter={() => {
        if (!isStill) void video.current?.play().catch(() => undefined);
      }}
      onPointerLeave={() => {
        video.current?.pause();
        if (video.current !== null) video.current.currentTime = 0;
      }}
    >
      {picture === null ? null : <img src={picture} alt={alt} loading="lazy" decoding="async" />}
      {film === null ? null : (
        <video ref={video} src={film} muted loop playsInline preload="none" aria-hidden tabIndex={-1} />
      )}
    </span>
  );
};
