import { TagsInput, type TagsInputProps } from '@mantine/core'

/**
 * Email addresses; Enter, comma, space or blur adds the typed address. Not of type `email`, because Chromium converts
 * non-ASCII domains in such fields to ASCII, which would be displayed.
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
