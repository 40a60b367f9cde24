"""The benchmark side: tasks with their gold, questions, their validation, controls."""
