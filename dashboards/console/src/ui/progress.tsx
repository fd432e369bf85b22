interface ProgressProps {
  /** Read out, not shown. */
  readonly label: string;
  /** 0 to 100; null where nobody knows how far it is. */
  readonly percent: number | null;
  readonly tone?: 'accent' | 'good' | 'warn' | 'bad';
}

export const Progress = ({ label, percent, tone = 'accent' }: ProgressProps) => (
  <div
    className={`ui-progress ui-progress-${tone} ${percent === null ? 'ui-progress-unknown' : ''}`}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    {...(percent === null ? {} : { 'aria-valuenow': Math.round(percent) })}
  >
    <span style={percent === null ? {} : { transform: `scaleX(${Math.min(100, Math.max(0, percent)) / 100})` }} />
  </div>
);
