import type { Effects, Purposes } from '../../base/core/context.ts'

export const VIEW_EFFECTS: Effects = {
  'views.save': {
    does: 'Saves a list’s filters as a view, or changes a saved view (with its id).',
    records: ['view.created', 'view.changed'],
  },
  'views.share': {
    does: 'Shares a saved view with the team, or makes it private again.',
    records: ['view.changed'],
  },
  'views.delete': {
    does: 'Deletes a saved view.',
    follows: 'It can’t be restored; a shared view also disappears for the team.',
    records: ['view.deleted'],
  },
}

export const VIEW_PURPOSES: Purposes = {
  'views.list': 'Lists the saved views of a list: the team’s and the caller’s own.',
}
