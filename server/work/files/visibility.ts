import { ofProject, own, type Rule, team, type Visibility } from '../../base/core/rows/visibility.ts'

/** Until a message or a client's comment contains them, message files are only visible to their sender. */
const sent: Rule<'files'> = (row, reach) =>
  row.any(row.is('uploaded_by', reach.userId), row.partOf('id', 'message_attachments', 'file_id'))

const commented: Rule<'files'> = (row) => row.partOf('id', 'task_comment_attachments', 'file_id')

/** Clients see the team's attachments of tasks only in comments shared with them. */
export const fileVisibility = {
  files: {
    ...team<Rule<'files'>>((row, reach) =>
      row.all(
        own(row, reach),
        row.any(row.isNot('kind', 'message'), sent(row, reach), commented(row, reach)),
      ),
    ),
    client: (row, reach) =>
      row.all(
        ofProject(row, reach),
        row.any(
          row.is('kind', 'deliverable'),
          row.all(row.is('kind', 'message'), sent(row, reach)),
          commented(row, reach),
        ),
      ),
  },
} satisfies Pick<Visibility, 'files'>
