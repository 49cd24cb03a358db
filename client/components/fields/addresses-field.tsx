import { TagsInput, type TagsInputProps } from '@mantine/core'

/** Email addresses; Enter, comma, space or blur adds the typed address. */
export const AddressesField = ({
  value = [],
  placeholder = 'name@example.com',
  ...props
}: TagsInputProps) => (
  <TagsInput
    {...props}
    value={value}
    placeholder={value.length === 0 ? placeholder : ''}
    type="email"
    splitChars={[',', ';', ' ']}
  />
)
