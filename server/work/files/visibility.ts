import { ofProject, own, type Rule, team, type Visibility } from '../../base/core/rows/visibility.ts'

/** Until a message contains them, its files are only visible to their sender. */
const sent: Rule<'files'> = (row, reach) =>
  row.any(
    row.isNot('kind', 'message'),
    row.is('uploaded_by', reach.userId),
    row.partOf('id', 'message_attachments', 'file_id'),
  )

/** Clients see the team's attachments of tasks only in comments shared with them. */
export const fileVisibility = {
  files: {
    ...team<Rule<'files'>>((row, reach) => row.all(own(row, reach), sent(row, reach))),
    client: (row, reach) =>
      row.all(
        ofProject(row, reach),
        row.any(
          row.all(row.isOneOf('kind', ['deliverable', 'message']), sent(row, reach)),
          row.all(row.is('kind', 'attachment'), row.partOf('id', 'task_comment_attachments', 'file_id')),
        ),
      ),
  },
} satisfies Pick<Visibility, 'files'>
