import postcssPresetMantine from 'postcss-preset-mantine'

const OTHER_HUES = /^--mantine-color-(blue|cyan|grape|green|indigo|lime|orange|pink|teal|violet|yellow)-/

/** The sheet of the app behind the sign-in brings all of Mantine's hues; the first screen shows none of these. */
const fewerHues = {
  postcssPlugin: 'fewer-hues',
  Declaration(declaration) {
    const file = declaration.source?.input.file ?? ''
    if (file.endsWith('default-css-variables.layer.css') && OTHER_HUES.test(declaration.prop)) {
      declaration.remove()
    }
  },
}

export default { plugins: [postcssPresetMantine(), fewerHues] }
