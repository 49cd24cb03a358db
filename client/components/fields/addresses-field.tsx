import { TagsInput, type TagsInputProps } from '@mantine/core'

/**
 * Email addresses; Enter, comma, space or blur adds the typed address. Not of type `email`, for which Chromium turns
 * domains with letters beyond ASCII into their ASCII form, which would be shown.
 */
export const AddressesField = ({
  value = [],
  placeholder = 'name@example.com',
  ...props
}: TagsInputProps) => (
  <TagsInput
    {...props}
    value={value}
    placeholder={value.length === 0 ? placeholder : ''}
    inputMode="email"
    autoCapitalize="none"
    splitChars={[',', ';', ' ']}
  />
)
