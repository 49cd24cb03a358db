import { mine, own, ownOrNone, type Rule, type Visibility } from '../../base/core/rows/visibility.ts'

/** Private time: clients and people without an agency have no other, even if they worked for one before. */
const privately: Rule<'time_entries'> = (row, reach) => row.all(row.isNull('agency_id'), mine(row, reach))

/** Owners see the agency's hours, everyone their own; clients also see hours shared with them. */
export const timeEntryVisibility = {
  time_entries: {
    agency: (row, reach) => row.any(own(row, reach), privately(row, reach)),
    contributor: (row, reach) => row.all(ownOrNone(row, reach), mine(row, reach)),
    client: (row, reach) =>
      row.any(
        privately(row, reach),
        row.all(
          own(row, reach),
          row.of('project_id', 'projects', 'id', (project) =>
            project.all(
              project.is('share_hours', 1),
              // What was worked until then was for the project's earlier clients.
              project.any(
                project.isNull('client_since'),
                project.isBefore('client_since', row.value('worked_on')),
              ),
            ),
          ),
        ),
      ),
    alone: privately,
  },
  /** Figures about more than one person are only for the owner. */
  time_tallies: { agency: own },
} satisfies Pick<Visibility, 'time_entries' | 'time_tallies'>
