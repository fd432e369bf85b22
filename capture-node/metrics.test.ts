import { expect, it } from 'vitest';
import { nodeMetrics } from './metrics.ts';

it('what a capture node did is read from its registry, with units in the names', async () => {
  const metrics = nodeMetrics({
    activeLeaseCount: () => 2,
    browsers: () => ({ size: 8, idle: 1, leased: 3, starting: 0, waiting: 4, pids: [] }),
    sessionCount: () => 2,
    scratchPath: '/nowhere/scratch',
  });
  metrics.attemptEnded({ kind: 'page.capture', outcome: 'failed', blame: 'input', seconds: 2 });
  metrics.uploaded(0.1);
  metrics.stageEnded('open', 0.4);
  metrics.egressRefused('ADDRESS_NOT_PUBLIC');
  metrics.sessionClosed(40);
  metrics.browsers.started(0.2);
  metrics.browsers.crashed();
  metrics.browsers.recycled();
  metrics.browsers.waited(0.01);
  metrics.browsers.ended('wall');
  const text = await metrics.registry.metrics();
  for (const line of [
    'farm_node_jobs_total{kind="page.capture",outcome="failed",blame="input"} 1',
    'farm_node_capture_stage_seconds_count{stage="open"} 1',
    'farm_node_egress_refusals_total{code="ADDRESS_NOT_PUBLIC"} 1',
    'farm_node_browser_start_seconds_count 1',
    'farm_node_browsers_ended_total{cause="crashed"} 1',
    'farm_node_browser_leases_total{reason="wall"} 1',
    'farm_node_browsers_max 8',
    'farm_node_browsers_leased 3',
    'farm_node_browser_waiters 4',
    'farm_node_browse_sessions 2',
    'farm_node_browse_session_seconds_sum 40',
    'farm_node_scratch_free_bytes 0',
    // What did not happen is told as 0: the first event is an increase then.
    'farm_node_jobs_total{kind="brand.read",outcome="completed",blame="none"} 0',
    'farm_node_capture_stage_seconds_count{stage="capture"} 0',
    'farm_node_egress_refusals_total{code="TIMED_OUT"} 0',
    'farm_node_browser_leases_total{reason="released"} 0',
  ])
    expect(text).toContain(line);
});
