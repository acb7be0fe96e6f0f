// Plain JavaScript that old Nodes can read: package.json loads it before anything that needs Node 24. It is not
// a `pre` script, since npm skips those in the very cases that need it.
const [major] = process.versions.node.split('.')

if (Number(major) < 24) {
  console.error(
    `Molar runs on Node 24, which \`npm ci\` brings along, but this is Node ${process.versions.node}: ` +
      'npm did not run install scripts. Run `npm ci --ignore-scripts=false`, or use Node 24 yourself.',
  )
  process.exit(1)
}
