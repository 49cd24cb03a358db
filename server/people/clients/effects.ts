import type { Effects, Purposes } from '../../base/core/context.ts'

export const CLIENT_EFFECTS: Effects = {
  'clients.save': {
    does: 'Adds a client company, or changes one (with its id).',
    follows:
      'No one is invited or emailed. Turning portal_access off has the consequences of clients.setPortalAccess; with a new email, an open invitation to the earlier one is withdrawn.',
    records: ['client.created', 'client.updated', 'access.ended', 'invitation.revoked'],
  },
  'clients.setArchived': {
    does: 'Archives a client, or restores it.',
    follows:
      'An archived client’s people can’t sign in, their API tokens and calendar links are deleted, its open invitations are withdrawn, and its recurring invoices stop.',
    records: ['client.archived', 'client.restored', 'access.ended', 'invitation.revoked'],
  },
  'clients.setPortalAccess': {
    does: 'Turns a client’s access to the portal on or off.',
    follows:
      'Without access, its people are signed out immediately, their API tokens and calendar links are deleted, and its open invitations are withdrawn.',
    records: ['client.portal-opened', 'client.portal-closed', 'access.ended', 'invitation.revoked'],
  },
  'clients.checkTaxId': {
    does: 'Checks a client’s VAT number with the EU register and saves the result with its date.',
    records: ['client.tax-id-checked'],
    uses: 'the EU VAT register',
  },
  'clients.importCsv': {
    does: 'Adds clients from CSV text, after a dry run that reports each row.',
    follows: 'No one is invited or emailed.',
    records: ['client.imported'],
  },
  'clients.saveContact': {
    does: 'Adds a contact person to a client, or changes one (with its id).',
    follows:
      'A new contact isn’t invited; invitations.create does that. An account that the client has under this email gets the contact’s permissions. With a new email, an account with another one loses access.',
    records: [
      'client.contact-added',
      'client.contact-updated',
      'client.contact-rights-changed',
      'member.removed',
      'access.ended',
      'invitation.revoked',
    ],
  },
  'clients.removeContact': {
    does: 'Removes a contact person from a client.',
    follows:
      'Their account is removed from the client and loses access to the portal immediately. It can’t be undone.',
    records: ['client.contact-removed', 'member.removed', 'access.ended', 'invitation.revoked'],
  },
  'clients.removeAccount': {
    does: 'Removes an account from its client.',
    follows:
      'The person is signed out immediately and loses access to the portal; their API tokens and calendar link are deleted. It can’t be undone, but they can be invited again.',
    records: ['member.removed', 'access.ended'],
  },
  'clients.addNote': {
    does: 'Adds an internal note to a client.',
    follows: 'The client never sees it.',
    records: ['client.note-added'],
  },
  'clients.removeNote': {
    does: 'Deletes an internal note of a client.',
    follows: 'It can’t be restored.',
    records: ['client.note-removed'],
  },
}

export const CLIENT_PURPOSES: Purposes = {
  'clients.list': 'Finds clients by name, company or email.',
  'clients.counters':
    'Tells how many clients and active projects there are, with revenue and what is outstanding.',
  'clients.get': 'Returns one client with its address, tax number, billing recipients and defaults.',
  'clients.details': 'Shows everything about one client at once: accounts, contacts, notes and projects.',
  'clients.exportCsv': 'Exports all clients as CSV, for example for a spreadsheet or another program.',
}
