package server

type Context struct{}

type Server interface {
	Tool(name string, description string, handler interface{}) Server
	Run() error
}

type impl struct{}

func (s *impl) Tool(string, string, interface{}) Server { return s }
func (s *impl) Run() error                              { return nil }

func NewServer(name string, opts ...func(*impl)) Server { return &impl{} }
