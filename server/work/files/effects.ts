import type { Effects, Purposes } from '../../base/core/context.ts'

export const FILE_EFFECTS: Effects = {
  'files.delete': {
    does: 'Deletes a file of a project.',
    follows: 'It can’t be restored.',
    records: ['file.deleted'],
  },
  'files.discard': {
    does: 'Deletes an uploaded file of the caller that no message or comment contains yet.',
    follows: 'It can’t be restored.',
    records: ['file.deleted'],
  },
  'files.review': {
    does: 'Approves a delivered file or requests changes, on behalf of the client.',
    follows: 'The person who uploaded it is notified.',
    records: ['file.approved', 'file.changes-requested'],
  },
}

export const FILE_PURPOSES: Purposes = {
  'files.list': 'Finds files of a project or task, for example deliverables that await review.',
  'files.get': 'Returns one file’s name, type, size and review.',
}
