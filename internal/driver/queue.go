package driver

import "sync"

// A queue runs functions, which may add more, with a bounded number at a time.
type queue struct {
	mu      sync.Mutex
	idle    *sync.Cond
	todo    []func()
	running int
	workers int
}

func newQueue(workers int) *queue {
	q := &queue{workers: max(workers, 1)}
	q.idle = sync.NewCond(&q.mu)
	return q
}

// add runs f as soon as a worker is free.
func (q *queue) add(f func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.running < q.workers {
		q.running++
		go q.work(f)
		return
	}
	q.todo = append(q.todo, f)
}

func (q *queue) work(f func()) {
	for {
		f()
		q.mu.Lock()
		n := len(q.todo)
		if n == 0 {
			q.running--
			if q.running == 0 {
				q.idle.Broadcast()
			}
			q.mu.Unlock()
			return
		}
		f = q.todo[n-1]
		q.todo = q.todo[:n-1]
		q.mu.Unlock()
	}
}

// wait returns when nothing is left to do.
func (q *queue) wait() {
	q.mu.Lock()
	for q.running > 0 {
		q.idle.Wait()
	}
	q.mu.Unlock()
}

// A task is a step that comes after others.
type task struct {
	run     func()
	waiting int // for so many others
	next    []*task
}

// after makes t wait for another task.
func (t *task) after(before *task) {
	if before != nil && before != t {
		before.next = append(before.next, t)
		t.waiting++
	}
}

// runTasks runs tasks in an order that they allow.
func runTasks(workers int, tasks []*task) {
	q := newQueue(workers)
	var mu sync.Mutex
	var start func(t *task)
	start = func(t *task) {
		q.add(func() {
			t.run()
			for _, n := range t.next {
				mu.Lock()
				n.waiting--
				ready := n.waiting == 0
				mu.Unlock()
				if ready {
					start(n)
				}
			}
		})
	}
	var ready []*task
	for _, t := range tasks {
		if t.waiting == 0 {
			ready = append(ready, t)
		}
	}
	for _, t := range ready {
		start(t)
	}
	q.wait()
}
