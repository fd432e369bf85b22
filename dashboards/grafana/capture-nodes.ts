import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { arrange } from './arrange.ts';
import { attemptsByOutcome, failedAttempts } from './node-attempts.ts';
import { nodeDisk, nodeProcess } from './node-process.ts';
import { stat, timeSeries } from './panels.ts';
import { countAbove0, countOf, countOrZero, quantileOf, recent, shareOf } from './queries.ts';

const job = 'farm-capture-node';
const chosen = 'instance=~"$captureNode"';
/** Render nodes have jobs of the same name. */
const ours = `job="${job}",${chosen}`;
const blamed = 'outcome="failed",blame=~"engine|node|storage"';
const stages = 'farm_node_capture_stage_seconds';

const health = [
  [
    stat({
      id: 1,
      title: 'Nodes scraped',
      description: 'Capture nodes that answer Prometheus. Good: all that you run.',
      unit: 'none',
      queries: { up: `sum(up{${ours}})` },
      limits: { bad: 1, lowIsBad: true },
      runbook: 'A process is not scraped',
    }),
    stat({
      id: 2,
      title: `Captures, ${recent}`,
      description: 'Pages that were captured, in browsing sessions too. No number is bad by itself.',
      unit: 'short',
      queries: { captures: countOrZero(`${stages}_count{${chosen},stage="capture"}`) },
    }),
    stat({
      id: 3,
      title: `Attempts failed by the farm, ${recent}`,
      description:
        'Share of all attempts that failed by the engine, the node or the storage. A page that is down is `input`.',
      unit: 'percentunit',
      queries: { share: shareOf(`farm_node_jobs_total{${ours},${blamed}}`, `farm_node_jobs_total{${ours}}`) },
      limits: { warning: 0.02, bad: 0.1 },
      runbook: 'Attempts fail',
    }),
    stat({
      id: 4,
      title: 'Browsers in use',
      description: 'Of the browsers that there may be. Near the most: captures wait; add a node.',
      unit: 'none',
      queries: {
        'in use': `sum(farm_node_browsers_leased{${chosen}})`,
        'at most': `sum(farm_node_browsers_max{${chosen}})`,
      },
    }),
    stat({
      id: 5,
      title: 'Waiting for a browser',
      description: 'Captures and sessions that wait now. Good: 0. Above it for long: add a node.',
      unit: 'none',
      queries: { waiting: `sum(farm_node_browser_waiters{${chosen}})` },
      limits: { warning: 1, bad: 5 },
      runbook: 'Jobs wait too long',
    }),
    stat({
      id: 6,
      title: 'Sessions open',
      description: 'Browsing sessions that are open now; each holds a browser.',
      unit: 'none',
      queries: { sessions: `sum(farm_node_browse_sessions{${chosen}})` },
    }),
  ],
];

const captures = [
  [
    attemptsByOutcome(ours, {
      id: 20,
      description:
        'Captures and brands of websites that were leased. Captures in browsing sessions have no lease of their own.',
      emptyUntil: 'the first page was captured or brand read',
    }),
    failedAttempts(ours, {
      id: 21,
      description:
        'By blame. `input` is the page’s doing. One node alone with another blame: drain it and read its log.',
    }),
    timeSeries({
      id: 22,
      title: `Time per stage, p95 of the ${recent} before`,
      description: '`openSession` and `open` load the page, the others are ours alone; `upload` is per file.',
      emptyUntil: `a page was captured within ${recent}`,
      unit: 's',
      queries: { '{{stage}}': quantileOf(0.95, `${stages}{${chosen},stage!="total"}`, 'stage') },
    }),
  ],
];

const browsers = [
  [
    timeSeries({
      id: 30,
      title: 'Browsers',
      description: 'In use, idle and starting, and how many there may be. No idle ones for long: the node is full.',
      unit: 'none',
      queries: {
        'in use': `sum(farm_node_browsers_leased{${chosen}})`,
        idle: `sum(farm_node_browsers_idle{${chosen}})`,
        starting: `sum(farm_node_browsers_starting{${chosen}})`,
        'at most': `sum(farm_node_browsers_max{${chosen}})`,
      },
    }),
    timeSeries({
      id: 31,
      title: `Wait for a browser and its start, p95 of the ${recent} before`,
      description:
        'Good: a wait of milliseconds, since browsers are started ahead. A wait as long as a start: none was idle.',
      emptyUntil: `a browser was used within ${recent}`,
      unit: 's',
      queries: {
        wait: quantileOf(0.95, `farm_node_browser_wait_seconds{${chosen}}`),
        start: quantileOf(0.95, `farm_node_browser_start_seconds{${chosen}}`),
      },
      limits: { warning: 2.5 },
    }),
    timeSeries({
      id: 32,
      title: `Browsers that ended, in the ${recent} before`,
      description:
        '`recycled` is planned. `crashed` now and then is a page’s doing; often on one node is the machine’s.',
      unit: 'short',
      queries: { '{{cause}}': countOf(`farm_node_browsers_ended_total{${chosen}}`, 'cause') },
      stacked: true,
    }),
  ],
  [
    timeSeries({
      id: 33,
      title: `Uses of a browser by end, in the ${recent} before`,
      description:
        '`released` is good. Every other reason took the browser back from a page that used too much of something.',
      unit: 'short',
      queries: { '{{reason}}': countOf(`farm_node_browser_leases_total{${chosen}}`, 'reason') },
      stacked: true,
    }),
    timeSeries({
      id: 34,
      title: `Requests of pages that the proxy refused, in the ${recent} before`,
      description:
        'By reason. Some are normal: pages ask for dead hosts. A peak of ADDRESS_NOT_PUBLIC is a page that looks for the inside of your network: see who captured it.',
      emptyUntil: 'a page asked for something that is refused',
      unit: 'short',
      queries: { '{{code}}': countAbove0(`farm_node_egress_refusals_total{${chosen}}`, 'code') },
      stacked: true,
    }),
  ],
];

const sessions = [
  [
    timeSeries({
      id: 40,
      title: 'Sessions open by node',
      description: 'Browsing sessions that are open. They end by themselves ten minutes after the last use.',
      unit: 'none',
      queries: { '{{instance}}': `sum by (instance) (farm_node_browse_sessions{${chosen}})` },
    }),
    timeSeries({
      id: 41,
      title: `How long sessions were open, of the ${recent} before`,
      description:
        'All of them near ten minutes or an hour: callers do not close theirs, and browsers are held for nothing.',
      emptyUntil: `a session was closed within ${recent}`,
      unit: 's',
      queries: {
        p50: quantileOf(0.5, `farm_node_browse_session_seconds{${chosen}}`),
        p95: quantileOf(0.95, `farm_node_browse_session_seconds{${chosen}}`),
      },
    }),
  ],
];

/** Are there browsers enough, and what do pages do to them? */
export const captureNodes = (): Dashboard =>
  arrange({
    uid: 'reelyard-capture-nodes',
    title: 'Capture nodes',
    description:
      'Are there browsers enough, and what do pages do to them? Needs FARM_CAPTURE_METRICS_PORT, or FARM_METRICS_PORT of a node that is started by hand.',
    nodes: { variable: 'captureNode', job },
    sections: [
      { height: 4, lines: health },
      { title: 'Captures', height: 8, lines: captures },
      { title: 'Browsers', height: 8, lines: browsers },
      { title: 'Sessions', height: 8, lines: sessions },
      {
        title: 'Machines',
        height: 8,
        lines: [nodeProcess(ours, 50, 'Browsers are processes of their own and are not in it.'), [nodeDisk(ours, 53)]],
      },
    ],
  });
