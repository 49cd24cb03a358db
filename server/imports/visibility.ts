import { own, type Visibility } from '../core/visibility.ts'

/** Imports are the owners' alone. */
export const importVisibility = {
  imports: { agency: own },
  import_items: { agency: own },
} satisfies Pick<Visibility, 'imports' | 'import_items'>
