import { own, team, type Visibility } from '../../base/core/rows/visibility.ts'

/** Templates without an agency are samples that all agencies can read; clients see no processes. */
export const processVisibility = {
  process_templates: team((row, reach) => row.any(own(row, reach), row.isNull('agency_id'))),
  process_steps: team((row) => row.partOf('template_id', 'process_templates')),
  process_runs: team(own),
  process_run_steps: team(own),
} satisfies Pick<Visibility, 'process_templates' | 'process_steps' | 'process_runs' | 'process_run_steps'>
