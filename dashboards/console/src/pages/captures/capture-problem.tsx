import { problemOf } from '../../problem.ts';
import { Notice, ProblemNotice } from '../../ui/notice.tsx';
import { adviceFor } from './capture-words.ts';

/** Why a page was not captured, and what to do about it. */
export const CaptureProblem = ({ error }: { readonly error: unknown }) => {
  if (error === null || error === undefined) return null;
  const { code } = problemOf(error);
  const advice = adviceFor(code);
  return (
    <>
      <ProblemNotice error={error} />
      {advice === null ? null : <Notice title={advice} />}
    </>
  );
};
