package driver

// finish works out what a package says to others, after the inference.
func (p *pkg) finish() {
	r := p.load.run
	if p.out != nil {
		return // it was known before
	}
	p.made = new(output)
	if r.Digest != nil && !r.guard("the digest", p.ImportPath, func() { p.made.digest = r.Digest(r.pkgOf[p.unit]) }) {
		return
	}
	if r.store == nil {
		return
	}
	r.guard("encoding facts", p.ImportPath, func() {
		facts, err := p.encodeFacts()
		if err != nil {
			panic(err)
		}
		p.made.facts = facts
	})
}

// publish makes what a package says known to the packages that import it.
// Those below it have been there.
func (p *pkg) publish() {
	if p.out != nil {
		return
	}
	p.out = p.made
	if p.out == nil {
		p.out = new(output) // something failed
	}
	p.load.run.store.keepOutput(p.unit)
}
