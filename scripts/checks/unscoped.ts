/** The files that may read tenant tables past the reach of a context, each with its reason. */
export const UNSCOPED: Readonly<Record<string, string>> = {
  'server/agencies/queries/export.ts': 'writes out every table that has rows of the agency',
  'server/auth/commands/end-earlier-access.ts': 'acts for somebody whom no context reaches yet',
  'server/auth/queries/person.ts': 'finds out who calls, before anybody is known',
  'server/platform/commands/purge-agencies.ts': 'deletes an agency from every table',
  'server/settings/commands/delete-account.ts': 'deletes a person from every table of their own',
  'server/search/queries/search.ts': 'the full-text index holds the rows of all agencies in one table',
  'server/core/containing.ts':
    'the index of letters holds all agencies; the lists themselves are read by reach',
}
