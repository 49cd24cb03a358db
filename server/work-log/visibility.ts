import { mine, own, type Visibility } from '../core/visibility.ts'

/** Owners see the agency's hours, everybody their own, a client also those shared with it. */
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
  /** What is more than one person's own is the owner's. */
  time_tallies: { agency: own },
} satisfies Pick<Visibility, 'time_entries' | 'time_tallies'>
