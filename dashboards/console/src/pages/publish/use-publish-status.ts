import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { farm, queryClient } from '../../api.ts';
import { projectQuery, publishStatusQuery } from '../../queries.ts';
import { usageQuery } from '../../shell/session.ts';
import { isRunning } from './publish-words.ts';

/** What a publish changes besides its own status. */
export const refreshAfterPublish = async (projectId: string): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: projectQuery(projectId).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['projects'] }),
    queryClient.invalidateQueries({ queryKey: ['publish-plan', projectId] }),
    queryClient.invalidateQueries({ queryKey: usageQuery.queryKey }),
  ]);
};

/** The status of the newest publish; while one runs, followed by the farm's events. */
export const usePublishStatus = (projectId: string) => {
  const query = useQuery(publishStatusQuery(projectId));
  const isLive = query.data !== undefined && isRunning(query.data);
  useEffect(() => {
    if (!isLive) return undefined;
    const watching = new AbortController();
    const { queryKey } = publishStatusQuery(projectId);
    farm
      .waitForPublish(projectId, {
        signal: watching.signal,
        onStatus: (status) => queryClient.setQueryData(queryKey, status),
      })
      .then(() => refreshAfterPublish(projectId))
      .catch(() => {
        // The events are lost for good: one look at the status says how it stands, and begins anew.
        if (!watching.signal.aborted) void queryClient.invalidateQueries({ queryKey });
      });
    return () => watching.abort(new Error('the page was left'));
  }, [isLive, projectId]);
  return query;
};
