import { own, type Visibility } from '../../base/core/rows/visibility.ts'

/** Only owners see imports. */
export const importVisibility = {
  imports: { agency: own },
  import_items: { agency: own },
} satisfies Pick<Visibility, 'imports' | 'import_items'>
