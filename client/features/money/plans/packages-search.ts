import { flag, id, oneOf, searchOf } from '#client/lib/search-params.ts'

export const packagesSearch = searchOf({
  kind: oneOf(['subscription', 'package'], 'package'),
  archived: flag,
  analytics: flag,
  new: flag,
  edit: id,
})
