import {
  type Dashboard,
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  TextBoxVariableBuilder,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { datasource, type Placed } from './panels.ts';

/** Columns of Grafana's grid. */
export const gridWidth = 24;
const rowHeight = 1;
const tag = 'reelyard';

export interface Section {
  /** Without a title: the line of numbers on top. */
  readonly title?: string;
  readonly height: number;
  /** Panels side by side; those of a line share its width in equal parts. */
  readonly lines: readonly (readonly Placed[])[];
}

export interface DashboardSpec {
  /** Addresses carry it: it never changes. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  /** A variable that chooses among the instances of a scrape job; no other dashboard has one of its name, as links carry it along. */
  readonly nodes?: { readonly variable: string; readonly job: string };
  readonly sections: readonly Section[];
}

const nodeVariable = ({ variable, job }: NonNullable<DashboardSpec['nodes']>): QueryVariableBuilder => {
  const query = `label_values(up{job="${job}"}, instance)`;
  return new QueryVariableBuilder(variable)
    .label('Node')
    .datasource(datasource)
    .query({ query, refId: variable })
    .definition(query)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.AlphabeticalAsc)
    .multi(true)
    .includeAll(true)
    .allValue('.+')
    .current({ text: ['All'], value: ['$__all'], selected: true });
};

/**
 * Sections one below the other. The classic model of a dashboard, since every Grafana in use reads it; the one that follows
 * it is read by the newest alone.
 */
export const arrange = ({ uid, title, description, nodes, sections }: DashboardSpec): Dashboard => {
  const builder = new DashboardBuilder(`Reelyard / ${title}`)
    .uid(uid)
    .description(description)
    .tags([tag])
    .time({ from: 'now-6h', to: 'now' })
    .refresh('30s')
    .timezone('browser')
    .tooltip(DashboardCursorSync.Crosshair)
    .readonly()
    .link(
      new DashboardLinkBuilder('Reelyard')
        .type(DashboardLinkType.Dashboards)
        .tags([tag])
        .keepTime(true)
        .includeVars(true),
    )
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'));
  if (nodes !== undefined) builder.withVariable(nodeVariable(nodes));
  builder.withVariable(
    new TextBoxVariableBuilder('runbook')
      .label('Runbook')
      .description('Address at which deploy/runbook.md is shown: the links of the panels lead there.')
      .defaultValue('deploy/runbook.md'),
  );

  let y = 0;
  for (const [index, { title: heading, height, lines }] of sections.entries()) {
    if (heading !== undefined) {
      builder.withRow(new RowBuilder(heading).gridPos({ x: 0, y, w: gridWidth, h: rowHeight }).id(1_000 + index));
      y += rowHeight;
    }
    for (const line of lines) {
      const w = gridWidth / line.length;
      for (const [column, place] of line.entries()) builder.withPanel(place({ x: column * w, y, w, h: height }));
      y += height;
    }
  }
  return builder.build();
};
