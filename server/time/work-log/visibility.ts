import { mine, own, type Visibility } from '../../base/core/rows/visibility.ts'

/** Owners see the agency's hours, everyone their own; clients also see hours shared with them. */
export const timeEntryVisibility = {
  time_entries: {
    agency: (row, reach) => row.any(own(row, reach), mine(row, reach)),
    contributor: mine,
    client: (row, reach) =>
      row.any(
        mine(row, reach),
        row.all(
          own(row, reach),
          row.of('project_id', 'projects', 'id', (project) => project.is('share_hours', 1)),
        ),
      ),
    alone: mine,
  },
  /** Figures about more than one person are only for the owner. */
  time_tallies: { agency: own },
} satisfies Pick<Visibility, 'time_entries' | 'time_tallies'>
