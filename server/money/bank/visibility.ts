import { own, type Visibility } from '../../base/core/rows/visibility.ts'

/** Only owners see the agency's bank accounts. */
export const bankVisibility = {
  bank_accounts: { agency: own },
  bank_statements: { agency: own },
  bank_lines: { agency: own },
  bank_matches: { agency: own },
  bank_rules: { agency: own },
  bank_csv_mappings: { agency: own },
} satisfies Pick<
  Visibility,
  'bank_accounts' | 'bank_statements' | 'bank_lines' | 'bank_matches' | 'bank_rules' | 'bank_csv_mappings'
>
