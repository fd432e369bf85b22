import { writeFileSync } from 'node:fs';
import { dashboards, jsonOf } from './catalog.ts';

/** Writes the files that Grafana reads, beside this one: node dashboards/grafana/generate.ts */
for (const [file, dashboard] of Object.entries(dashboards)) {
  writeFileSync(new URL(file, import.meta.url), jsonOf(dashboard()));
}
