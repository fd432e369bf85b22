import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Progress } from '../ui/progress.tsx';
import { creditsQuery, usageQuery, useAccount } from './session.ts';
import styles from './shell.module.css';

const many = new Intl.NumberFormat('en-US');

/** What the plan allows this month (what is made here draws on it) and the credits that API keys spend. */
export const Allowance = () => {
  const account = useAccount();
  const usage = useQuery({ ...usageQuery, enabled: account !== undefined }).data;
  const credits = useQuery({ ...creditsQuery, enabled: account !== undefined }).data;
  const renders = usage?.features.find(({ feature }) => feature === 'scene_render');
  const total = renders?.limit == null ? null : renders.limit + renders.topUp;
  return (
    <Link to={paths.billing()} className={styles.allowance}>
      <span className={styles.plan}>
        <b>{account?.plan.name ?? ' '}</b>
        <span>
          {credits === undefined
            ? ' '
            : `${credits.plan.unlimited ? 'Unlimited' : many.format(credits.totalAvailable)} credits`}
        </span>
      </span>
      <Progress
        label="Scene renders used this month"
        percent={renders === undefined || total === null || total === 0 ? 0 : (renders.used / total) * 100}
        tone={renders?.remaining === 0 ? 'bad' : 'accent'}
      />
      <small>
        {renders === undefined
          ? ' '
          : total === null
            ? `${many.format(renders.used)} scene renders this month`
            : `${many.format(renders.used)} of ${many.format(total)} scene renders used`}
      </small>
    </Link>
  );
};
