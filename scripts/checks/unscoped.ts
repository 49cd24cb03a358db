/** Files that may read tenant tables beyond a context's reach, each with its reason. */
export const UNSCOPED: Readonly<Record<string, string>> = {
  'server/identity/auth/tokens/commands/end-earlier-access.ts': 'acts for users who have no context yet',
  'server/identity/auth/accounts/queries/person.ts': 'identifies the caller before a context exists',
  'server/overview/platform/agencies/commands/purge-agencies.ts': 'deletes an agency from every table',
  'server/identity/auth/accounts/commands/erase-person.ts': 'deletes a person from every table, by its card',
  'server/overview/search/queries/search.ts': 'the full-text index has the rows of all agencies in one table',
  'server/base/core/rows/text-filter.ts':
    'the trigram index covers all agencies; the lists themselves are read by reach',
}
