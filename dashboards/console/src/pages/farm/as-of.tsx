import { Badge } from '../../ui/badge.tsx';

interface AsOfProps {
  readonly query: { readonly dataUpdatedAt: number; readonly isError: boolean; readonly isFetching: boolean };
  /** False where it is read once. */
  readonly isPolled?: boolean;
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** When what is shown was true, and whether it goes on being read: figures of a farm that fell silent must not pass for fresh. */
export const AsOf = ({ query: { dataUpdatedAt, isError }, isPolled = true }: AsOfProps) => {
  if (dataUpdatedAt === 0) return null;
  const time = clock.format(dataUpdatedAt);
  return isError ? (
    <Badge tone="warn">No answer since {time}</Badge>
  ) : (
    <span className="farm-quiet">
      As of {time}
      {isPolled ? ', every 5 s' : ''}
    </span>
  );
};
